import { z } from 'zod'
import { listLayout, listNames } from './fields.ts'

/** The columns that the caller has chosen for a list. */
const savedLayoutReply = z.object({ list: z.enum(listNames), layout: listLayout })
export type SavedLayout = z.output<typeof savedLayoutReply>

/** A saved view: `own` ones are the caller's; the others are shared by somebody of the dealer group. */
export const savedViewReply = z.object({
  id: z.int(),
  list: z.enum(listNames),
  name: z.string(),
  /** Query string of the list's address, without `?`. */
  query: z.string(),
  layout: listLayout.nullable(),
  shared: z.boolean(),
  own: z.boolean(),
  owner_name: z.string(),
})
export type SavedView = z.output<typeof savedViewReply>

/** Everything that a person keeps about lists; views by name. */
export const keptViewsReply = z.object({
  layouts: z.array(savedLayoutReply),
  views: z.array(savedViewReply),
})
export type KeptViews = z.output<typeof keptViewsReply>
