/** A file that breaks an import rule: its path, its text, and the rules that must report it. */
export type Plant = { file: string; text: string; rules: string[] };

const planted = 'server/src/features/planted';
const neighbour = 'server/src/features/neighbour';
const executions = 'server/src/features/executions';

function plant(file: string, text: string, ...rules: string[]): Plant {
  return { file, text: `${text}\nexport const planted = 1;\n`, rules };
}

/** At least one violation of each import rule. */
export const violatingPlants: readonly Plant[] = [
  plant(`${planted}/a.routes.ts`, "import '../neighbour/index.ts';", 'routes'),
  plant(`${planted}/b.routes.ts`, "import './planted.sql.ts';", 'routes-decide-nothing'),
  plant(`${planted}/c.routes.ts`, "import '../../platform/database.ts';", 'routes-decide-nothing'),
  plant(`${planted}/d.routes.ts`, "import type {} from '../../app/planted.ts';", 'routes-types', 'composition'),
  plant(`${planted}/a.service.ts`, "import '../../app/planted.ts';", 'services'),
  plant(`${planted}/b.service.ts`, "import './a.routes.ts';", 'services-know-no-callers'),
  plant(`${planted}/c.service.ts`, "import './planted.worker.ts';", 'services-know-no-callers', 'workers'),
  plant(`${planted}/starts.ts`, "import './planted.worker.ts';", 'workers'),
  plant(`${planted}/a.sql.ts`, "import '../../platform/planted-leaf.ts';", 'sql'),
  plant(`${planted}/b.sql.ts`, "import type {} from '../neighbour/index.ts';", 'sql-types'),
  plant(`${planted}/a.jobs.ts`, "import '../neighbour/index.ts';", 'jobs'),
  plant(`${planted}/b.jobs.ts`, "import './planted.sql.ts';", 'jobs-decide-nothing'),
  plant(`${executions}/engine/planted.ts`, "import '../../neighbour/index.ts';", 'engine'),
  plant(`${executions}/engine/planted2.ts`, "import '../../../platform/database.ts';", 'engine-is-pure'),
  plant(`${executions}/nodes/planted.ts`, "import '../planted.service.ts';", 'nodes'),
  plant(`${planted}/inside.ts`, "import '../neighbour/inside.ts';", 'front-door'),
  plant('server/src/platform/planted.ts', "import '../features/neighbour/index.ts';", 'platform'),
  plant(`${planted}/composition.ts`, "import '../../app/planted.ts';", 'composition'),
  plant(`${planted}/postgres.ts`, "import 'postgres';", 'drivers'),
  plant(`${planted}/undici.ts`, "import 'undici';", 'drivers'),
  plant(`${planted}/http.ts`, "import 'node:http';", 'drivers'),
  plant('widget/src/planted.ts', "import '@portico/shared-types';", 'browsers'),
  plant('widget/src/planted2.ts', "import type {} from '../../server/src/platform/planted-leaf.ts';", 'browser-types'),
  plant('form-app/src/planted.ts', "import '@portico/shared-types';", 'browsers'),
  plant('console/src/planted.ts', "import '@portico/shared-types';", 'browsers'),
  plant('persona-app/src/planted.ts', "import '@portico/shared-types';", 'browsers'),
  plant('form-app/src/planted2.ts', "import '../../widget/src/planted.ts';", 'browsers', 'browser-types'),
  plant('browser-kit/src/planted.ts', "import '@portico/shared-types';", 'browser-kit'),
  plant('browser-kit/src/planted2.ts', "import type {} from '../../widget/src/planted.ts';", 'browser-kit-types'),
  plant('embed-loader/src/planted.ts', "import '@portico/shared-types';", 'embed-loader'),
  plant('embed-loader/src/planted2.ts', "import 'preact';", 'embed-loader'),
  plant('embed-loader/src/planted3.ts', "import '../../widget/src/planted-types.ts';", 'embed-loader'),
  plant('widget/src/launcher/planted.ts', "import '../planted-types.ts';", 'before-interest'),
  plant('shared-types/src/planted.ts', "import '../../server/src/platform/planted-leaf.ts';", 'shared-types'),
  plant('shared-types/src/rules/planted.ts', "import 'zod';", 'shared-rules'),
  plant('shared-types/src/planted-wire.ts', "import './client/planted.ts';", 'wire'),
  plant('e2e/planted.ts', "import '../widget/src/planted.ts';", 'e2e'),
  plant(`${planted}/tested.ts`, "import './planted.test.ts';", 'no-tests'),
  plant(`${planted}/circle-a.ts`, "import './circle-b.ts';", 'no-cycles'),
  plant(`${planted}/lost.ts`, "import './nowhere.ts';", 'resolvable'),
];

/** Modules that the files above import, and imports that are allowed. */
export const allowedPlants: readonly Plant[] = [
  // A cycle is reported once, at the first of its modules.
  plant(`${planted}/circle-b.ts`, "import './circle-a.ts';"),
  plant(`${neighbour}/index.ts`, "import './inside.ts';"),
  plant(`${neighbour}/inside.ts`, ''),
  plant(
    `${planted}/planted.sql.ts`,
    "import '../../platform/database.ts';\nimport type {} from '@portico/shared-types';",
  ),
  plant(
    `${planted}/planted.service.ts`,
    "import './planted.sql.ts';\nimport '../neighbour/index.ts';\nimport '../../platform/planted-leaf.ts';",
  ),
  plant(
    `${planted}/planted.routes.ts`,
    "import './planted.service.ts';\nimport '@portico/shared-types';\nimport type {} from '../neighbour/index.ts';",
  ),
  plant(
    `${planted}/planted.jobs.ts`,
    "import type {} from './planted.service.ts';\nimport '../../platform/planted-leaf.ts';",
  ),
  plant(`${planted}/planted.worker.ts`, "import './planted.service.ts';\nimport './planted.jobs.ts';"),
  plant(`${planted}/create-planted.ts`, "import './planted.worker.ts';"),
  plant(`${planted}/planted.test.ts`, "import './planted.sql.ts';\nimport 'node:http';"),
  plant(`${executions}/planted.service.ts`, ''),
  plant('shared-types/src/client/planted.ts', ''),
  plant(
    `${executions}/nodes/planted2.ts`,
    "import '../../neighbour/index.ts';\nimport type {} from '../planted.service.ts';",
  ),
  plant('server/src/app/planted.ts', "import '../features/planted/planted.routes.ts';"),
  plant('server/src/platform/planted-leaf.ts', "import 'node:http';\nimport 'postgres';"),
  plant('shared-types/src/rules/planted-leaf.ts', "import type {} from '../errors.ts';"),
  plant(
    'browser-kit/src/planted-types.ts',
    "import type {} from '@portico/shared-types';\nimport '@portico/shared-types/rules/planted-leaf';",
  ),
  plant(
    'widget/src/planted-types.ts',
    "import type {} from '@portico/shared-types';\nimport '@portico/shared-types/rules/planted-leaf';\nimport '../../browser-kit/src/planted-types.ts';",
  ),
  plant(
    'embed-loader/src/planted-types.ts',
    "import type {} from '@portico/shared-types';\nimport './planted-leaf.ts';",
  ),
  plant('embed-loader/src/planted-leaf.ts', "import '../../widget/src/launcher/planted-leaf.ts';"),
  plant('widget/src/launcher/planted-leaf.ts', ''),
  plant('e2e/planted-types.ts', "import '@portico/shared-types';"),
];
