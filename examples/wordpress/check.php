<?php
/*
 * Runs the plugin outside of WordPress, with stand-ins for the functions that it calls: php examples/wordpress/check.php
 */
define( 'ABSPATH', __DIR__ );
$options = array();
$actions = array();
$settings = array();
function add_action( $name, $function ) { $GLOBALS['actions'][ $name ][] = $function; }
function register_setting( $group, $name, $arguments ) { $GLOBALS['settings'][ $name ] = $arguments['sanitize_callback']; }
function add_options_page( $title, $menu, $capability, $slug, $function ) { $GLOBALS['page'] = array( $capability, $function ); }
function get_option( $name, $default ) { return $GLOBALS['options'][ $name ] ?? $default; }
function esc_url_raw( $url, $protocols ) { return in_array( parse_url( $url, PHP_URL_SCHEME ), $protocols, true ) ? $url : ''; }
function esc_url( $url ) { return htmlspecialchars( $url, ENT_QUOTES ); }
function esc_attr( $text ) { return htmlspecialchars( $text, ENT_QUOTES ); }
function untrailingslashit( $text ) { return rtrim( $text, '/' ); }
function settings_fields( $group ) { echo "<input type=\"hidden\" name=\"option_page\" value=\"$group\">"; }
function submit_button() { echo '<button>Save</button>'; }
require __DIR__ . '/portico/portico.php';

function run( $name ) {
	ob_start();
	foreach ( $GLOBALS['actions'][ $name ] as $function ) {
		$function();
	}
	return ob_get_clean();
}

$failed = 0;
function check( $what, $expected, $actual ) {
	global $failed;
	if ( $expected === $actual ) {
		return;
	}
	$failed++;
	echo "FAILED $what: expected " . var_export( $expected, true ) . ', got ' . var_export( $actual, true ) . "\n";
}

check( 'nothing without settings', '', run( 'wp_footer' ) );
run( 'admin_init' );
run( 'admin_menu' );
check( 'who may open the page', 'manage_options', $page[0] );
$save = function ( $name, $value ) use ( $settings ) {
	$GLOBALS['options'][ $name ] = $settings[ $name ]( $value );
};
$save( 'portico_address', ' https://portico.example.com/ ' );
$save( 'portico_slug', 'support' );
check(
	'the script tag',
	"<script async src=\"https://portico.example.com/embed.js\" data-chat=\"support\"></script>\n",
	run( 'wp_footer' )
);
foreach ( array( 'javascript:alert(1)', 'portico.example.com', '"><script>' ) as $address ) {
	$save( 'portico_address', $address );
	check( "an address like $address", '', run( 'wp_footer' ) );
}
$save( 'portico_address', 'https://portico.example.com' );
foreach ( array( '"><script>', 'A slug', '' ) as $slug ) {
	$save( 'portico_slug', $slug );
	check( "a slug like $slug", '', run( 'wp_footer' ) );
}
$options['portico_slug'] = '"><b>';
ob_start();
$page[1]();
check( 'the settings page escapes', false, strpos( ob_get_clean(), '"><b>' ) );
echo 0 === $failed ? "all passed\n" : "$failed failed\n";
exit( 0 === $failed ? 0 : 1 );
