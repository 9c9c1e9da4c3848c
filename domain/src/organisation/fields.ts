import { z } from 'zod'

const text = z.string()

/** A dealer group as lists show it (R122). */
export const dealerGroupReply = z
  .object({ id: z.int(), name: text, code: text, settings: z.object({ separation_of_duties: z.boolean() }) })
  .meta({ id: 'DealerGroup' })
export type DealerGroup = z.output<typeof dealerGroupReply>

/** A dealership as lists show it (R123). */
export const dealershipReply = z
  .object({
    id: z.int(),
    dealership_id: z.int(),
    dealer_group_id: z.int(),
    dealer_group_name: text,
    name: text,
    code: text,
    address: text,
    city: text,
    state: text,
    zip: text,
    phone: text,
    settings: z.null(),
    is_active: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Dealership' })
export type Dealership = z.output<typeof dealershipReply>

/** A department as lists show it (R124). */
export const departmentReply = z
  .object({
    id: z.int(),
    name: text,
    code: text,
    dealership_id: z.int(),
    dealer_group_id: z.int(),
    dealership_name: text,
    dealer_group_name: text,
    dealership_code: text,
    dealer_group_code: text,
  })
  .meta({ id: 'Department' })
export type Department = z.output<typeof departmentReply>

/** What a payment can be for (R125, A11). A purpose named 'other' reveals a free text. */
export const purposeReply = z
  .object({ id: z.int(), name: text, description: text.nullable(), payment_for: text })
  .meta({ id: 'Purpose' })
export type Purpose = z.output<typeof purposeReply>

/** Name of the purpose that reveals a free text (R125). */
export const otherPurpose = 'other'

/** How a delivery method behaves, so that no code compares ids (A9). */
export const deliveryKinds = ['carrier', 'pickup', 'other'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/** A way to hand over a check (R126, A9). */
export const deliveryMethodReply = z
  .object({ id: z.int(), name: text, kind: z.enum(deliveryKinds) })
  .meta({ id: 'DeliveryMethod' })
export type DeliveryMethod = z.output<typeof deliveryMethodReply>

/** Carriers need a mailing method and an address; the others a message or details (A9, R172, R177). */
export function isMailed(kind: DeliveryKind): boolean {
  return kind === 'carrier'
}
