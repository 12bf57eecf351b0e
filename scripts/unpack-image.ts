import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, normalize, relative } from 'node:path';
import { Copy, DockerfileParser, type Instruction, JSONInstruction, Run } from 'dockerfile-ast';
import { repositoryRoot } from './repository.ts';
import { runProcess } from './run-process.ts';

/** The result of the Dockerfile's last stage, in a folder instead of a container. */
export interface UnpackedImage {
  /** Used as the root of the image. */
  readonly root: string;
  readonly workingFolder: string;
  readonly environment: Record<string, string>;
  readonly entryPoint: readonly string[];
  remove(): void;
}

interface Stage {
  readonly root: string;
  workingFolder: string;
  environment: Record<string, string>;
  entryPoint: string[];
}

/**
 * Executes the Dockerfile's instructions in folders, one for each stage: for machines without a container daemon. The
 * contents of a base image (Node.js, a shell, npm) are this machine's. Throws if a command fails.
 */
export async function unpackImage(say: (line: string) => void): Promise<UnpackedImage> {
  const work = mkdtempSync(join(tmpdir(), 'portico-image-'));
  const remove = (): void => rmSync(work, { recursive: true, force: true });
  try {
    const dockerfile = DockerfileParser.parse(readFileSync(join(repositoryRoot, 'Dockerfile'), 'utf8'));
    const isIgnored = readIgnored();
    const stages = new Map<string, Stage>();
    let last: Stage | undefined;
    for (const instruction of dockerfile.getInstructions()) {
      if (instruction.getKeyword() === 'FROM') {
        last = openStage(join(work, String(stages.size)));
        const name = /\bAS\s+(\S+)/i.exec(instruction.toString())?.[1] ?? String(stages.size);
        stages.set(name, last);
      } else if (last !== undefined) {
        say(instruction.toString().split('\n')[0] ?? '');
        await carryOut(instruction, last, stages, isIgnored);
      }
    }
    if (last === undefined) throw new Error('the Dockerfile has no stage');
    for (const stage of stages.values()) if (stage !== last) rmSync(stage.root, { recursive: true, force: true });
    return { ...last, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function openStage(root: string): Stage {
  mkdirSync(root, { recursive: true });
  return { root, workingFolder: root, environment: {}, entryPoint: [] };
}

async function carryOut(
  instruction: Instruction,
  stage: Stage,
  stages: ReadonlyMap<string, Stage>,
  isIgnored: (path: string) => boolean,
): Promise<void> {
  const words = instruction.getArguments().map((argument) => argument.getValue());
  if (instruction instanceof Copy) return copy(instruction, stage, stages, isIgnored);
  if (instruction instanceof Run) return runCommand(instruction.getArgumentsContent() ?? '', stage);
  const keyword = instruction.getKeyword();
  if (keyword === 'WORKDIR') {
    stage.workingFolder = join(stage.root, words[0] ?? '');
    mkdirSync(stage.workingFolder, { recursive: true });
  } else if (keyword === 'ENV') {
    for (const word of words) stage.environment[word.slice(0, word.indexOf('='))] = word.slice(word.indexOf('=') + 1);
  } else if (keyword === 'ENTRYPOINT' && instruction instanceof JSONInstruction) {
    stage.entryPoint = instruction.getJSONStrings().map((text) => text.getJSONValue());
  }
}

async function runCommand(command: string, { workingFolder, environment }: Stage): Promise<void> {
  const { code, output } = await runProcess('sh', ['-c', command], { cwd: workingFolder, env: environment });
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output}`);
}

/** COPY from the context or another stage; a folder's content goes into the target, as in an image. */
function copy(
  instruction: Copy,
  stage: Stage,
  stages: ReadonlyMap<string, Stage>,
  isIgnored: (path: string) => boolean,
): void {
  const from = instruction
    .getFlags()
    .find((flag) => flag.getName() === 'from')
    ?.getValue();
  const source = from == null ? undefined : stages.get(from);
  if (from != null && source === undefined) throw new Error(`there is no stage ${from}`);
  const words = instruction.getArguments().map((argument) => argument.getValue());
  const target = words.at(-1) ?? '';
  const base = target.startsWith('/') ? stage.root : stage.workingFolder;
  for (const word of words.slice(0, -1)) {
    const path = join(source?.root ?? repositoryRoot, word);
    if (!existsSync(path)) throw new Error(`COPY: there is no ${word}`);
    const isFile = statSync(path).isFile();
    const place = join(base, target, isFile && target.endsWith('/') ? basename(path) : '');
    cpSync(path, place, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => source !== undefined || !isIgnored(relative(repositoryRoot, file)),
    });
  }
}

/** The patterns of .dockerignore; the last match wins. */
function readIgnored(): (path: string) => boolean {
  const rules = readFileSync(join(repositoryRoot, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const isKept = line.startsWith('!');
      const pattern = normalize(line.slice(isKept ? 1 : 0)).replace(/^\//, '');
      const expression = pattern
        .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
        .replaceAll('**/', '\0')
        .replaceAll('*', '[^/]*')
        .replaceAll('\0', '(?:.*/)?');
      return { isKept, expression: new RegExp(`^${expression}(?:/|$)`) };
    });
  return (path) => rules.findLast(({ expression }) => expression.test(path))?.isKept === false;
}
