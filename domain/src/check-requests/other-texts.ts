import { type DeliveryKind, otherPurpose } from '../organization/fields.ts'

interface Chosen {
  readonly purpose?: string | undefined
  readonly delivery?: DeliveryKind | undefined
}

interface Texts {
  readonly purpose_other?: string | null | undefined
  readonly delivery_method_other?: string | null | undefined
}

/** What a purpose or delivery method named 'other' still has to say, by field (F16). */
export function missingOther({ purpose, delivery }: Chosen, texts: Texts): Record<string, string> {
  const missing: Record<string, string> = {}
  if (purpose === otherPurpose && !texts.purpose_other?.trim()) missing.purpose_other = 'Please describe the purpose'
  if (delivery === 'other' && !texts.delivery_method_other?.trim())
    missing.delivery_method_other = 'Please describe the delivery'
  return missing
}
