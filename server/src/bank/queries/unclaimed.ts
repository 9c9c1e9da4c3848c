import { noUnclaimedProperty, type UnclaimedProperty } from '@check-requests/domain/bank/unclaimed.ts'

/** Parses the unclaimed property table of a dealer group. */
export function unclaimedIn({ unclaimed_property }: { readonly unclaimed_property: string | null }): UnclaimedProperty {
  return unclaimed_property === null ? noUnclaimedProperty : JSON.parse(unclaimed_property)
}
