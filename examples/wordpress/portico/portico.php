<?php
/**
 * Plugin Name: Portico
 * Description: Puts the chat of your Portico server into every page of the site.
 * Version: 0.1.0
 * Requires PHP: 7.4
 * License: MIT
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** The address of the server without a slash at the end; empty if it is not an http or https address. */
function portico_clean_address( $value ) {
	$address = untrailingslashit( esc_url_raw( trim( (string) $value ), array( 'https', 'http' ) ) );
	return filter_var( $address, FILTER_VALIDATE_URL ) ? $address : '';
}

/** The slug of a chat interface; empty if it is none. */
function portico_clean_slug( $value ) {
	$slug = trim( (string) $value );
	return preg_match( '/^[a-z0-9][a-z0-9-]{0,63}$/', $slug ) ? $slug : '';
}

function portico_register_settings() {
	register_setting( 'portico', 'portico_address', array( 'type' => 'string', 'sanitize_callback' => 'portico_clean_address' ) );
	register_setting( 'portico', 'portico_slug', array( 'type' => 'string', 'sanitize_callback' => 'portico_clean_slug' ) );
}
add_action( 'admin_init', 'portico_register_settings' );

function portico_add_page() {
	add_options_page( 'Portico', 'Portico', 'manage_options', 'portico', 'portico_show_page' );
}
add_action( 'admin_menu', 'portico_add_page' );

function portico_show_page() {
	?>
	<div class="wrap">
		<h1>Portico</h1>
		<form method="post" action="options.php">
			<?php settings_fields( 'portico' ); ?>
			<table class="form-table" role="presentation">
				<tr>
					<th scope="row"><label for="portico_address">Address of the server</label></th>
					<td><input id="portico_address" name="portico_address" type="url" class="regular-text"
						placeholder="https://portico.example.com" value="<?php echo esc_attr( get_option( 'portico_address', '' ) ); ?>"></td>
				</tr>
				<tr>
					<th scope="row"><label for="portico_slug">Chat interface (slug)</label></th>
					<td><input id="portico_slug" name="portico_slug" type="text" class="regular-text"
						placeholder="support" value="<?php echo esc_attr( get_option( 'portico_slug', '' ) ); ?>"></td>
				</tr>
			</table>
			<?php submit_button(); ?>
		</form>
	</div>
	<?php
}

/** The script tag, once both settings are there. */
function portico_print_script() {
	$address = portico_clean_address( get_option( 'portico_address', '' ) );
	$slug    = portico_clean_slug( get_option( 'portico_slug', '' ) );
	if ( '' === $address || '' === $slug ) {
		return;
	}
	printf( "<script async src=\"%s\" data-chat=\"%s\"></script>\n", esc_url( $address . '/embed.js' ), esc_attr( $slug ) );
}
add_action( 'wp_footer', 'portico_print_script' );
