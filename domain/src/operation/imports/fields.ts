import { z } from 'zod'
import { idField } from '../../values/fields.ts'

/** How large the text of a file may be, in characters, and the body of a call that carries it, in bytes. */
const longestFile = 600_000
export const mostBytesOfImport = 2_000_000

/** Body of a call about a file: its text as it is, and the dealer group that it is for. */
export const importBody = z.strictObject({
  dealer_group_id: idField('Dealer Group is required'),
  csv: z
    .string({ error: 'Choose a file' })
    .min(1, { error: 'This file is empty. Its first line has to name the columns.' })
    .max(longestFile, { error: 'This file is too large. Split it, and import one part after the other.' }),
})
export type ImportInput = z.output<typeof importBody>
