import type { ListName } from '@check-requests/domain/check-requests/views/fields.ts'
import type { Generated } from 'kysely'

/** The columns that a user has chosen for a list. */
export interface ListLayoutTable {
  /** The user's dealer group; null for super admins. */
  dealer_group_id: number | null
  user_id: number
  list: ListName
  /** The columns and the density, as JSON. */
  layout: string
}

/** A named combination of filter, sort order, and columns for a list. */
export interface SavedViewTable {
  id: Generated<number>
  /** The owner's dealer group; null for super admins. */
  dealer_group_id: number | null
  user_id: number
  list: ListName
  name: string
  /** The query string of the list's URL, without `?`. */
  query: string
  /** JSON: the columns of the view; null if it has none of its own. */
  layout: string | null
  /** 1 if everyone in the dealer group can see the view. */
  shared: number
  created_at: string
}

export interface ViewTables {
  list_layouts: ListLayoutTable
  saved_views: SavedViewTable
}
