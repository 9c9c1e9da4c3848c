import { missingToHandOver } from '@check-requests/domain/checks/custody.ts'
import { handOverFields } from '@check-requests/domain/checks/fields.ts'
import { z } from 'zod'
import type { Point } from '#checks/detail/signature-field.tsx'
import type { useZodForm } from '#ui/form.tsx'

/** Where whoever takes a check signs for it. */
export const signingPlaces = ['screen', 'slip'] as const

const { version: _version, ...typed } = handOverFields
// The field draws valid points alone; checking each would load a part of the schemas' library that nothing else needs.
const whole = z.strictObject({ ...typed, signature: z.custom<Point[][]>(), signs_on: z.enum(signingPlaces) })
export const handOverSchema = whole.superRefine((input, context) => {
  for (const [field, message] of Object.entries(missingToHandOver(inUse(input))))
    context.addIssue({
      code: 'custom',
      path: [field === 'signature' && input.signs_on === 'slip' ? 'attachment_id' : field],
      message,
    })
})

/** `mailed`: the request was approved to be mailed. */
export function untouchedFor(mailed: boolean) {
  return {
    kind: mailed ? ('mailed' as const) : ('picked up' as const),
    receiver_user_id: undefined,
    signs_on: 'screen' as const,
    attachment_id: undefined,
    receiver: '',
    relation: '',
    identification: undefined,
    identification_last4: '',
    signature: [],
    witness: '',
    tracking_number: '',
    note: '',
  }
}

/** What is signed elsewhere than where the check was signed for does not count. */
export function inUse<
  Input extends { signs_on: (typeof signingPlaces)[number]; signature: Point[][]; attachment_id?: number | undefined },
>(input: Input): Input {
  return input.signs_on === 'slip' ? { ...input, signature: [] } : { ...input, attachment_id: undefined }
}

type Schema = typeof handOverSchema
export type HandOverForm = ReturnType<typeof useZodForm<Schema['_zod']['input'], Schema['_zod']['output']>>
