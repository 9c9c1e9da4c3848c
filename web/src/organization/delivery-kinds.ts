import type { DeliveryKind } from '@check-requests/domain/organization/fields.ts'

/** Labels of the kinds of delivery methods, and what each asks for (A9). */
export const deliveryKindWords: Record<DeliveryKind, { label: string; asksFor: string }> = {
  carrier: { label: 'Carrier', asksFor: 'a mailing method and an address' },
  pickup: { label: 'Pickup', asksFor: 'a message' },
  other: { label: 'Other', asksFor: 'details' },
}
