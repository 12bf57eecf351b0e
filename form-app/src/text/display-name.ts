/** A file's name without the invisible signs that turn the direction of text, by which `gpj.exe` can read as `exe.jpg`. */
export function displayName(name: string): string {
  return name.replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '');
}
