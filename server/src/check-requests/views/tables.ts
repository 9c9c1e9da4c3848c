import type { ListName } from '@check-requests/domain/check-requests/views/fields.ts'
import type { Generated } from 'kysely'

/** The columns that a person has chosen for a list. */
export interface ListLayoutTable {
  /** The person's dealer group; null for super admins. */
  dealer_group_id: number | null
  user_id: number
  list: ListName
  /** The columns and the density, as JSON. */
  layout: string
}

/** A filter, sort order and columns of a list, under a name. */
export interface SavedViewTable {
  id: Generated<number>
  /** The owner's dealer group; null for super admins. */
  dealer_group_id: number | null
  user_id: number
  list: ListName
  name: string
  /** Query string of the list's address, without `?`. */
  query: string
  /** As JSON; null where the view has no columns of its own. */
  layout: string | null
  /** 1: everybody of the dealer group sees it. */
  shared: number
  created_at: string
}

export interface ViewTables {
  list_layouts: ListLayoutTable
  saved_views: SavedViewTable
}
