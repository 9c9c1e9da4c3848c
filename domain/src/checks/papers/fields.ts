import { z } from 'zod'
import { nameField } from '../../values/text.ts'

/** Query of papers about checks that are ready: those of one account, or of all that the caller works with. */
export const papersQuery = z.strictObject({ bank_account_id: z.coerce.number().int().positive().optional() })

/** At most so many checks are on one paper. */
export const mostOnPaper = 500

/** Body of a call for a copy of a settled print run. */
export const copyRunBody = z.strictObject({ reason: nameField('Say what the copy is for.', 200) })
