import { toFieldErrors } from '../../../platform/http/parse.ts';
import { NodeError } from '../engine/node-error.ts';
import type { NodeContext, NodeKind, NodeResult, NodeWake } from './node-context.ts';

/** A node type with an untyped interface: accepts any evaluated config and rejects an invalid one. */
export interface BoundKind {
  readonly pure: boolean;
  readonly composite: boolean;
  run(context: NodeContext, config: unknown): Promise<NodeResult>;
  resume(context: NodeContext, config: unknown, wake: NodeWake): Promise<NodeResult>;
}

/** Adds the check of the evaluated config to a node type; an invalid value is a `template_error`. */
export function bindConfig<Config>(kind: NodeKind<Config>): BoundKind {
  const read = (config: unknown): Config => {
    const parsed = kind.config.safeParse(config);
    if (parsed.success) return parsed.data;
    const [fault] = toFieldErrors('config', parsed.error.issues);
    throw new NodeError('template_error', `${fault?.path ?? 'config'}: ${fault?.message ?? 'is not valid'}`, {
      retryable: false,
    });
  };
  return {
    pure: kind.pure ?? false,
    composite: kind.composite ?? false,
    run: async (context, config) => kind.run(context, read(config)),
    resume: async (context, config, wake) => {
      if (!kind.resume) throw new Error(`${kind.type} nodes don't wait.`);
      return kind.resume(context, read(config), wake);
    },
  };
}
