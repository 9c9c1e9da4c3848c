import { changePasswordBody } from '@check-requests/domain/access/sessions/fields.ts'
import { type PasswordOwner, passwordRefusal } from '@check-requests/domain/people/users/password.ts'
import { z } from 'zod'

/** The message shown if the two entries of the new password differ (R157). */
export const mismatch = 'Confirm password does not match.'

/** The schema of a form with a new password, which has this label, entered twice, and possibly other fields. */
export function newPasswordForm<Others extends z.ZodRawShape>(
  owner: PasswordOwner,
  others: Others,
  label = 'New Password',
) {
  const form = z.object({
    ...others,
    newPass: z
      .string()
      .min(1, { error: `${label} is required`, abort: true })
      .pipe(changePasswordBody.shape.newPass)
      .superRefine((password, context) => {
        const refusal = passwordRefusal(password, owner)
        if (refusal) context.addIssue(refusal)
      }),
    confirmation: z.string().min(1, { error: 'Confirm Password is required' }),
  })
  // Runs even if the new password is refused, so that both errors appear together.
  return form.refine((values) => isConfirmed(values as { newPass?: unknown; confirmation?: unknown }), {
    error: mismatch,
    path: ['confirmation'],
    when: () => true,
  })
}

function isConfirmed({ newPass, confirmation }: { newPass?: unknown; confirmation?: unknown }): boolean {
  return confirmation === '' || newPass === confirmation
}
