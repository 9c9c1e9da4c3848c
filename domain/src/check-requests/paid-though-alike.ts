import { z } from 'zod'
import { versionField } from '../values/fields.ts'
import { nameField } from '../values/text.ts'

/** Body of a reason why a request is paid although another one is alike. */
export const payThoughAlikeBody = z.strictObject({
  reason: nameField('Say why both are paid.'),
  version: versionField,
})
export type PayThoughAlikeInput = z.output<typeof payThoughAlikeBody>
