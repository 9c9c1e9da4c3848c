import { noUnclaimedProperty, type UnclaimedProperty } from '@check-requests/domain/bank/unclaimed.ts'

/** The table of unclaimed property that a dealer group keeps. */
export function unclaimedIn({ unclaimed_property }: { readonly unclaimed_property: string | null }): UnclaimedProperty {
  return unclaimed_property === null ? noUnclaimedProperty : JSON.parse(unclaimed_property)
}
