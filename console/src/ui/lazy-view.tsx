import { createElement, type ComponentType } from 'preact';
import { lazy } from 'preact/compat';
import { useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';

/**
 * A component whose code is loaded when it is first rendered. Unlike one of `lazy`, it tries again when it is mounted
 * again after its code couldn't be loaded. It throws an ApiError with status 0 then.
 */
export function lazyView<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const attempt = async () => {
    try {
      const found = await load();
      loaded = found.default;
      return found;
    } catch (cause) {
      const message = 'The code of this screen cannot be loaded.';
      throw new ApiError({ status: 0, code: 'unreachable', message }, { cause });
    }
  };
  return function LazyView(props: Props) {
    // Decided once: another component would be mounted again, and lose its state.
    const [View] = useState(() => ({ component: loaded ?? lazy(attempt) }));
    return createElement(View.component, props);
  };
}
