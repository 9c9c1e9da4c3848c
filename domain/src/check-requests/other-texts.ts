import { type DeliveryKind, otherPurpose } from '../organization/fields.ts'

interface Chosen {
  readonly purpose?: string | undefined
  readonly delivery?: DeliveryKind | undefined
}

interface Texts {
  readonly purpose_other?: string | null | undefined
  readonly delivery_method_other?: string | null | undefined
}

/** The missing texts of a purpose or delivery method named 'other', as a message for each field (F16). */
export function missingOther({ purpose, delivery }: Chosen, texts: Texts): Record<string, string> {
  const missing: Record<string, string> = {}
  if (purpose === otherPurpose && !texts.purpose_other?.trim()) missing.purpose_other = 'Please describe the purpose'
  if (delivery === 'other' && !texts.delivery_method_other?.trim())
    missing.delivery_method_other = 'Please describe the delivery'
  return missing
}
