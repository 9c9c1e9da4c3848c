import { z } from 'zod'
import { emailField, idField, versionField } from '../../values/fields.ts'
import { nameField } from '../../values/text.ts'
import { newPeople } from './new-people.ts'
import { providerStates } from './rules.ts'

const longestAddress = 500

// Must exactly match the issuer in the provider's tokens, so the value is stored as typed.
const issuerField = z
  .string({ error: 'Issuer is required' })
  .trim()
  .min(1, { error: 'Issuer is required' })
  .max(longestAddress, { error: `Enter at most ${longestAddress} characters.` })
  .refine(isIssuer, { error: 'Enter a URL without ? or #, such as https://login.example.com.' })

function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' && !/[?#]/.test(text)
}

const domainField = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/, { error: 'Enter an email domain, such as lakeside.example.' })

const secretField = z
  .string({ error: 'Client secret is required' })
  .trim()
  .min(1, { error: 'Client secret is required' })
  .max(1024)

const provider = {
  name: nameField('Name is required', 60),
  issuer: issuerField,
  client_id: nameField('Client ID is required', 255),
  domains: z
    .array(domainField)
    .min(1, { error: 'Enter at least one email domain.' })
    .max(50, { error: 'Enter at most 50 email domains.' })
    .transform((domains) => [...new Set(domains)].toSorted()),
  trusts_email: z.boolean(),
  new_people: newPeople.nullable().optional(),
}

/**
 * Body of a call that proposes an identity provider. `trusts_email`: email addresses count as verified even if the
 * provider doesn't mark them as verified.
 */
export const createProviderBody = z.strictObject({
  dealer_group_id: idField('Choose a dealer group.'),
  ...provider,
  client_secret: secretField,
})
export type CreateProviderInput = z.output<typeof createProviderBody>

/** Body of a call that changes an identity provider. An omitted secret or `new_people` stays unchanged. */
export const updateProviderBody = z.strictObject({
  version: versionField,
  ...provider,
  client_secret: secretField.optional(),
})
export type UpdateProviderInput = z.output<typeof updateProviderBody>

/** Body of a call that confirms or ends an identity provider. */
export const providerBody = z.strictObject({ version: versionField })

/** Body of a call that unlinks a user from their account at the provider. */
export const forgetPersonBody = z.strictObject({
  email: emailField.transform((email) => email.toLowerCase()),
})

const person = z.object({ id: z.int(), name: z.string() })

/** An identity provider. Responses never include its client secret. */
export const providerReply = z
  .object({
    id: z.int(),
    version: z.int(),
    dealer_group_id: z.int(),
    name: z.string(),
    issuer: z.string(),
    client_id: z.string(),
    domains: z.array(z.string()),
    trusts_email: z.boolean(),
    new_people: newPeople
      .nullable()
      .describe('How users are created at their first sign-in; null if users aren’t created automatically'),
    state: z.enum(providerStates),
    proposed_by: person,
    proposed_at: z.iso.datetime(),
    confirmed_by: person.nullable(),
    confirmed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'IdentityProvider' })
export type ProviderReply = z.output<typeof providerReply>

/** The providers that haven't ended, and the URL to which they redirect users after sign-in. */
export const providerList = z.object({ providers: z.array(providerReply), redirect_uri: z.string() })

/** The result of testing a provider's settings. */
export const providerTest = z.object({ works: z.boolean(), answer: z.string() })
export type ProviderTest = z.output<typeof providerTest>

/** Query for the identity provider of an email domain, or without a domain, for the installation's only provider. */
export const domainQuery = z.strictObject({ domain: domainField.optional() })

/** Body of a call that begins a sign-in. `email`: the email address typed so far, if any. */
export const beginSignInBody = z.strictObject({ email: z.string().trim().max(254).optional() })

/** Form in which a provider reports that a user has logged out. Other fields are ignored. */
export const logoutBody = z.object({ logout_token: z.string().max(20_000).default('') })

/** Body of a call that finishes a sign-in. `answer`: the query string of the redirect from the provider. */
export const finishSignInBody = z.strictObject({
  answer: z.string({ error: 'The identity provider’s response is required' }).max(8000),
})
