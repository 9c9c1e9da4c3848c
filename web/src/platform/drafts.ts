const prefix = 'draft:'

/** Unfinished forms of one person, kept in this browser until they are sent or the person logs out. */
export interface Drafts {
  load<Values>(form: string): Values | undefined
  save(form: string, values: unknown): void
  clear(form: string): void
}

/** Drafts of this owner, such as `17:requester`; nobody else's are ever seen. */
export function draftsOf(owner: string, storage: Storage = localStorage): Drafts {
  const keyOf = (form: string) => `${prefix}${owner}:${form}`
  return {
    load(form) {
      try {
        return JSON.parse(storage.getItem(keyOf(form)) ?? 'null') ?? undefined
      } catch {
        return undefined
      }
    },
    save(form, values) {
      try {
        storage.setItem(keyOf(form), JSON.stringify(values))
      } catch {
        // A full or switched-off storage costs the draft, not the form.
      }
    },
    clear: (form) => storage.removeItem(keyOf(form)),
  }
}
