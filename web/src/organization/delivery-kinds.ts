import type { DeliveryKind } from '@check-requests/domain/organization/fields.ts'

/** Labels of delivery method kinds, and the details that each requires (A9). */
export const deliveryKindWords: Record<DeliveryKind, { label: string; asksFor: string }> = {
  carrier: { label: 'Carrier', asksFor: 'a mailing method and an address' },
  pickup: { label: 'Pickup', asksFor: 'a message' },
  other: { label: 'Other', asksFor: 'details' },
}
