import { z } from 'zod'
import { nameField } from '../../values/text.ts'

/** The lists of check requests, each a screen. */
const listNames = ['all', 'pending', 'processing', 'completed', 'sendback', 'rejected'] as const
export type ListName = (typeof listNames)[number]

/** The row heights of a list: 40 pixels (comfortable) or 32 pixels (dense). */
export const densities = ['comfortable', 'dense'] as const
export type Density = (typeof densities)[number]

/** The maximum number of saved views per user, and of shared views per dealer group. */
export const mostViews = 20

/** The minimum and maximum width of a resized column, in pixels. */
const narrowestColumn = 48
const widestColumn = 800

const mostColumns = 40
const longestQuery = 2000
const longestViewName = 60

/**
 * A user's settings for one column. `shown` and the width, in pixels, are missing if unchanged from the default. The
 * server doesn't know the columns. Lists ignore unknown columns.
 */
const columnChoice = z.strictObject({
  key: z.string().regex(/^[A-Za-z]{1,40}$/, { error: 'Enter a column key of letters only.' }),
  shown: z.boolean().optional(),
  width: z.int().min(narrowestColumn).max(widestColumn).optional(),
})

/** The columns of a list in the user's order, without duplicates; empty for the default order. */
export const listLayout = z.strictObject({
  columns: z
    .array(columnChoice)
    .max(mostColumns)
    .refine((columns) => new Set(columns.map(({ key }) => key)).size === columns.length, {
      error: 'List each column only once.',
    }),
  density: z.enum(densities),
})
export type ListLayout = z.output<typeof listLayout>

/** The query string of the list's URL, without `?`. Only the browser interprets the query string. */
const listQuery = z
  .string()
  .max(longestQuery, { error: 'This filter is too long to save. Remove some conditions.' })
  .regex(/^[\x21-\x7e]*$/, { error: 'Enter a valid query string.' })

export const saveLayoutBody = z.strictObject({ list: z.enum(listNames), layout: listLayout })
export type SaveLayoutInput = z.output<typeof saveLayoutBody>

/** Body that creates a saved view. `layout`: null if the view uses the user's own columns. */
export const createViewBody = z.strictObject({
  list: z.enum(listNames),
  name: nameField('Name is required', longestViewName),
  query: listQuery,
  layout: listLayout.nullable(),
  shared: z.boolean(),
})
export type CreateViewInput = z.output<typeof createViewBody>

/** Body of a change to a saved view. Missing fields stay unchanged. */
export const updateViewBody = createViewBody.omit({ list: true }).partial()
export type UpdateViewInput = z.output<typeof updateViewBody>

/** The caller's column settings for a list. */
const savedLayoutReply = z.object({ list: z.enum(listNames), layout: listLayout })
export type SavedLayout = z.output<typeof savedLayoutReply>

/** A saved view. `own`: true if the view is the caller's; otherwise, another user in the dealer group shares it. */
export const savedViewReply = z.object({
  id: z.int(),
  list: z.enum(listNames),
  name: z.string(),
  /** The query string of the list's URL, without `?`. */
  query: z.string(),
  layout: listLayout.nullable(),
  shared: z.boolean(),
  own: z.boolean(),
  owner_name: z.string(),
})
export type SavedView = z.output<typeof savedViewReply>

/** A user's layouts and views; views sorted by name. */
export const keptViewsReply = z.object({
  layouts: z.array(savedLayoutReply),
  views: z.array(savedViewReply),
})
export type KeptViews = z.output<typeof keptViewsReply>
