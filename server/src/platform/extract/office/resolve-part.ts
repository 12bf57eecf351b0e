/**
 * The name of the part that a relationship of a part in `folder` leads to (ECMA-376 part 2, 6.5.3.4): its target is a
 * relative reference, such as `header1.xml`, `./header1.xml` or `/word/header1.xml`.
 */
export function resolvePart(folder: string, target: string): string {
  const path = URL.parse(target, `part:///${folder}`)?.pathname.slice(1) ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
