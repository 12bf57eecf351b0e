/**
 * A file's name without invisible characters that change the text direction, with which `gpj.exe` can look like
 * `exe.jpg`.
 */
export function displayName(name: string): string {
  return name.replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '');
}
