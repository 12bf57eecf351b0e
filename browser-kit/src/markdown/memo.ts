import { Component, h } from 'preact';
import type { ComponentType, FunctionComponent } from 'preact';

/** Renders again only if a property has changed; memo of preact/compat without preact/compat. */
export function memo<Props extends object>(Inner: FunctionComponent<Props>): ComponentType<Props> {
  return class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const keys = Object.keys(next) as (keyof Props)[];
      return keys.some((key) => next[key] !== this.props[key]);
    }

    render() {
      return h(Inner, this.props);
    }
  };
}
