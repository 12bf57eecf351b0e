import type { DataSubject, DataSubjectIdentifiers } from '@portico/shared-types/api/visitors';

/** The kinds of identifiers, with the number of characters that the API accepts. */
export const maxLengths = { email: 320, user_id: 255, visitor_id: 64 } as const;
export type Kind = keyof typeof maxLengths;
export const kinds = ['email', 'user_id', 'visitor_id'] as const satisfies readonly Kind[];

/** A person, by one identifier. */
export interface Subject {
  readonly kind: Kind;
  readonly value: string;
}

export function isKind(name: string): name is Kind {
  return Object.hasOwn(maxLengths, name);
}

export function toRequest({ kind, value }: Subject): DataSubject {
  return { [kind]: value };
}

/** Addresses are compared in any case, as the server does. */
export function isIn(subjects: readonly Subject[], { kind, value }: Subject): boolean {
  const compared = (text: string) => (kind === 'email' ? text.toLowerCase() : text);
  return subjects.some((other) => other.kind === kind && compared(other.value) === compared(value));
}

function listSubjects({ emails, user_ids: users, visitor_ids: visitors }: DataSubjectIdentifiers): Subject[] {
  return [
    ...emails.map((value) => ({ kind: 'email' as const, value })),
    ...users.map((value) => ({ kind: 'user_id' as const, value })),
    ...visitors.map((value) => ({ kind: 'visitor_id' as const, value })),
  ];
}

/** The identifiers of one person, as erasures find them, and those for which an erasure is complete. */
export interface Trail {
  readonly found: readonly Subject[];
  readonly erased: readonly Subject[];
}

/**
 * The trail after an erasure. An erasure finds nothing more by an identifier whose data another one has deleted, so what
 * was found before is kept, unless the erasure was for another person.
 */
export function extendTrail(trail: Trail, subject: Subject, identifiers: DataSubjectIdentifiers): Trail {
  const before = isIn(trail.found, subject) ? trail : { found: [subject], erased: [] };
  const added = listSubjects(identifiers).filter((other) => !isIn(before.found, other));
  return { found: [...before.found, ...added], erased: [...before.erased, subject] };
}
