import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { checkRequirements, itemNamed, taxFormItem } from '@check-requests/domain/check-requests/required/rules.ts'
import {
  type RareField,
  rareFields,
  referenceFields,
  textFieldRow,
} from '@check-requests/domain/check-requests/text-fields.ts'
import type { Purpose } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useWatch } from 'react-hook-form'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import { useHasTaxForm } from '#check-requests/form/request-form-payee.tsx'
import { RequestFormSection } from '#check-requests/form/request-form-section.tsx'
import { centsIn, typedLine } from '#check-requests/form/request-form-values.ts'
import type { RequestForm } from '#check-requests/form/use-request-form.ts'
import { useRequirements } from '#check-requests/required/api.ts'
import { RequirementList } from '#check-requests/required/requirement-list.tsx'
import { useDocuments } from '#documents/attachments/api.ts'
import type { FormDocuments } from '#documents/attachments/use-uploads.ts'
import { Input } from '#ui/form/field.tsx'
import { FormField } from '#ui/form/form.tsx'

interface FormRequirementsProps {
  form: RequestForm
  purposes: readonly Purpose[]
  documents: FormDocuments
}

/** The requirements of the chosen purpose, checked off as they are met; renders nothing if there are none. */
export function FormRequirements({ form, purposes, documents }: FormRequirementsProps) {
  const [groupId, purposeId] = useWatch({ control: form.control, name: ['dealer_group_id', 'purpose_id'] })
  const [lines, amount] = useWatch({ control: form.control, name: ['accounting', 'amount'] })
  const texts = useWatch({ control: form.control, name: referenceFields })
  const demands = useRequirements(groupId, purposeId)
  const requiresTaxForm = demands.some(({ item }) => item === taxFormItem)
  const hasTaxFormOfPayee = useHasTaxForm(form) && requiresTaxForm
  const { data: listed = [] } = useDocuments(documents.owner)
  const references = Object.fromEntries(referenceFields.map((field, index) => [field, texts[index] ?? null]))
  const kinds = listed.filter(({ removed_at }) => removed_at === null).map(({ kind }) => kind)
  const accounting = { lines: lines.map(typedLine), amount: centsIn(amount) }
  const checked = checkRequirements(demands, { ...references, documents: kinds, hasTaxFormOfPayee, accounting })
  const required = demands.flatMap(({ item }) => itemNamed(item).fields)
  const fields = rareFields.filter((field) => required.includes(field) || isFilled(form, field, references[field]))
  if (checked.length === 0 && fields.length === 0) return null
  const purpose = purposes.find(({ id }) => id === purposeId)?.name ?? ''
  return (
    <RequestFormSection
      title="Requirements"
      hint={checked.length > 0 ? `Required or recommended for ${markHidden(capitalized(purpose))}.` : undefined}
    >
      {fields.map((field) => (
        <FormField key={field} form={form} name={field} label={fieldLabels[field]} hint={textFieldRow(field).hint}>
          {(control) => <Input {...control} autoComplete="off" />}
        </FormField>
      ))}
      {checked.length > 0 && (
        <div role="status" className="sm:col-span-2">
          <RequirementList demands={checked} />
        </div>
      )}
    </RequestFormSection>
  )
}

// A filled field stays visible while its text is deleted.
function isFilled(form: RequestForm, field: RareField, text: string | null | undefined): boolean {
  return Boolean(text) || Boolean(form.formState.defaultValues?.[field])
}
