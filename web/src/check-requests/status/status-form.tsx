import { type StatusInput, statusBody } from '@check-requests/domain/check-requests/fields.ts'
import { missingFor } from '@check-requests/domain/check-requests/lifecycle.ts'
import { longestCheckNumber } from '@check-requests/domain/check-requests/numbers.ts'
import { type CheckStep, stepAskedFor } from '@check-requests/domain/check-requests/refusals.ts'
import { longestName } from '@check-requests/domain/values/text.ts'
import type { UseFormReturn } from 'react-hook-form'
import { useNextCheckNumbers } from '#check-requests/api.ts'
import type { StatusChoice } from '#check-requests/status/transition-labels.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { FormField } from '#ui/form/form.tsx'
import { TextLink } from '#ui/link-button.tsx'

interface TransitionFieldsProps {
  form: StatusForm
  request: { readonly id: number }
  chosen: StatusChoice | undefined
}

/** The inputs of a transition besides the comment: the check number and the check's recipient. */
export function TransitionFields({ form, request, chosen }: TransitionFieldsProps) {
  if (chosen?.needs === 'checkNumber') return <CheckNumberField form={form} request={request} />
  if (chosen?.offers !== 'receivedBy') return null
  return (
    <FormField form={form} name="received_by" label="Received By">
      {(field) => <Input {...field} maxLength={longestName} autoComplete="off" />}
    </FormField>
  )
}

/** Suggests the number after the last check number used at the same dealership. */
function CheckNumberField({ form, request }: Omit<TransitionFieldsProps, 'chosen'>) {
  const { [request.id]: next } = useNextCheckNumbers([request.id])
  const use = (number: string) =>
    form.setValue('check_number', number, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  return (
    <div className="grid justify-items-start gap-1.5">
      <FormField form={form} name="check_number" label="Check Number" required className="w-full">
        {(field) => <Input {...field} inputMode="numeric" maxLength={longestCheckNumber} autoComplete="off" />}
      </FormField>
      {next && (
        <Button variant="ghost" size="sm" onClick={() => use(next)}>
          Use Next Number, {next}
        </Button>
      )}
    </div>
  )
}

/** The values of the form. The status is missing until the user chooses one. */
interface UpdateStatusValues {
  status_id: number | null
  note: string
  check_number: string
  received_by: string
  approved_through: string
  delivery_method_id?: number | undefined
}

export type StatusForm = UseFormReturn<UpdateStatusValues, unknown, StatusInput>

export const noStatusValues: UpdateStatusValues = {
  status_id: null,
  note: '',
  check_number: '',
  received_by: '',
  approved_through: '',
}

/** The API's schema plus the chosen transition's requirements (R075, R178, A4). */
export function schemaWithNeeds(choices: readonly StatusChoice[]) {
  return statusBody.superRefine(
    (input, context) => {
      const chosen = choices.find(({ to }) => to.id === input.status_id)
      for (const [field, message] of Object.entries(chosen ? missingFor(chosen, input) : {}))
        context.addIssue({ code: 'custom', path: [field], message })
    },
    { when: () => true },
  )
}

const screens: Partial<Record<CheckStep, readonly [path: string, name: string]>> = {
  run: [paths.printChecks, 'Print Checks'],
  signing: [paths.signChecks, 'Sign Checks'],
}

/** Why a status can't be set, with a link if its check has to be printed or signed instead. */
export function Refusal({ sentence }: { sentence: string }) {
  const step = stepAskedFor(sentence)
  const screen = step && screens[step]
  if (!screen) return sentence
  const [path, name] = screen
  return (
    <>
      {sentence} <TextLink to={path}>{name}</TextLink>
    </>
  )
}
