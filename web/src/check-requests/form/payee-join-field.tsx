import { payeeJoins, payeeJoinWords } from '@check-requests/domain/check-requests/payee-names.ts'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import type { RequestForm } from '#check-requests/form/use-request-form.ts'
import { FormField } from '#ui/form/form.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'

const options = payeeJoins.map((join) => ({ value: join, label: payeeJoinWords[join] }))

/** Asks, once there is a second payee, whether both must endorse the check or either can cash it. */
export function PayeeJoinField({ form }: { form: RequestForm }) {
  return (
    <FormField form={form} name="payee_join" label={fieldLabels.payee_join} className="sm:col-span-2" group>
      {(field) => <RadioGroup {...field} value={field.value ?? 'and'} options={options} />}
    </FormField>
  )
}
