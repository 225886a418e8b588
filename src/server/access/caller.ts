/** The limits of a token. Absent means unlimited. */
export interface Quota {
  /** Jobs that wait or run at the same time. */
  readonly jobs?: number | undefined;
  /** Characters in 24 hours. */
  readonly characters?: number | undefined;
}

/** Roles of tokens: an admin sees the jobs of all, a user its own. */
export const roles = ['admin', 'user'] as const;
export type Role = (typeof roles)[number];

/** The sender of a request. */
export interface Caller {
  /** Name of the token: the owner of its jobs. Absent for `AUDIOBOOK_TOKEN` and where no token is needed. */
  readonly name?: string | undefined;
  readonly role: Role;
  readonly quota: Quota;
}

/** Reports whether a caller may see and change the jobs of an owner. */
export function maySee({ name, role }: Caller, owner: string | undefined): boolean {
  return role === 'admin' || (name !== undefined && name === owner);
}

/** Returns the owner whose jobs a caller may see; undefined for those of all. A user without a name has none: no token is called `/`. */
export function scopeOf({ name = '/', role }: Caller): string | undefined {
  return role === 'admin' ? undefined : name;
}
