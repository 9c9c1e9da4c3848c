import { formPhone, formState, formZip, isPhone, isState, isZip } from '../values/us-address.ts'

const rules = {
  state: { form: formState, holds: isState, refusal: 'Enter a state, such as OR or Oregon.' },
  zip: { form: formZip, holds: isZip, refusal: 'Enter a ZIP Code of 5 or 9 digits, such as 97301 or 97301-1234.' },
  phone: {
    form: formPhone,
    holds: isPhone,
    refusal: 'Enter a phone number with its area code, such as (503) 555-0100.',
  },
} as const

type AddressField = keyof typeof rules
type Address = Partial<Record<AddressField, string | undefined>>

const fields = Object.keys(rules) as AddressField[]

/** The same values with state, ZIP Code, and phone formatted. Invalid values stay unchanged. */
export function formAddress<Values extends Address>(values: Values): Values {
  const formed = fields.flatMap((field) => {
    const text = formedIn(values, field)
    return text === undefined ? [] : [[field, text]]
  })
  return { ...values, ...Object.fromEntries(formed) }
}

/** The problems with state, ZIP Code, and phone, one sentence for each field. Other rules handle blank fields. */
export function malformedAddress(values: Address): Partial<Record<AddressField, string>> {
  const wrong = fields.filter((field) => values[field]?.trim() && formedIn(values, field) === undefined)
  return Object.fromEntries(wrong.map((field) => [field, rules[field].refusal]))
}

/** The formatted field if it is valid. */
function formedIn(values: Address, field: AddressField): string | undefined {
  const { form, holds } = rules[field]
  const text = form(values[field] ?? '')
  return holds(text) ? text : undefined
}
