import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'

/** Places as choices of a select: name and code. */
export function placeOptions(places: readonly { id: number; name: string; code: string }[]) {
  return places.map(({ id, name, code }) => ({ value: id, label: `${markHidden(name)} (${code})` }))
}
