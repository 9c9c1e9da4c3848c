import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'
import { emailField, idField, versionField } from '../../values/fields.ts'
import { nameField } from '../../values/text.ts'
import { sessionUser } from '../sessions/endpoints.ts'
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
const providerBody = z.strictObject({ version: versionField })

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
const providerList = z.object({ providers: z.array(providerReply), redirect_uri: z.string() })

/** The result of testing a provider's settings. */
export const providerTest = z.object({ works: z.boolean(), answer: z.string() })
export type ProviderTest = z.output<typeof providerTest>

/** Query for the identity provider of an email domain, or without a domain, for the installation's only provider. */
const domainQuery = z.strictObject({ domain: domainField.optional() })

/** Body of a call that begins a sign-in. `email`: the email address typed so far, if any. */
const beginSignInBody = z.strictObject({ email: z.string().trim().max(254).optional() })

/** Form in which a provider reports that a user has logged out. Other fields are ignored. */
const logoutBody = z.object({ logout_token: z.string().max(20_000).default('') })

/** Body of a call that finishes a sign-in. `answer`: the query string of the redirect from the provider. */
const finishSignInBody = z.strictObject({
  answer: z.string({ error: 'The identity provider’s response is required' }).max(8000),
})

const ofProvider = { policy: 'identity-providers.write', params: idParams, status: 200 } as const

/** Calls about identity providers, and calls for signing in through them (decision 116). */
export const identityProviderEndpoints = {
  list: endpoint({
    id: 'listIdentityProviders',
    method: 'GET',
    path: '/identity-providers',
    summary: 'The identity providers of dealer groups',
    policy: 'identity-providers.read',
    reply: providerList,
    status: 200,
    failure: 'Couldn’t load the identity providers. Try again.',
  }),
  create: endpoint({
    id: 'proposeIdentityProvider',
    method: 'POST',
    path: '/identity-providers',
    refusals: [404, 409],
    summary: 'Propose an identity provider; users can sign in through it only after another admin confirms it',
    policy: 'identity-providers.write',
    body: createProviderBody,
    reply: providerReply,
    status: 201,
    failure: 'Couldn’t add the identity provider. Try again.',
  }),
  update: endpoint({
    ...ofProvider,
    id: 'updateIdentityProvider',
    method: 'PUT',
    path: '/identity-providers/:id',
    summary: 'Change an identity provider; another admin must confirm every change except a new name',
    body: updateProviderBody,
    reply: providerReply,
    failure: 'Couldn’t change the identity provider. Try again.',
  }),
  confirm: endpoint({
    ...ofProvider,
    id: 'confirmIdentityProvider',
    method: 'POST',
    path: '/identity-providers/:id/confirm',
    summary: 'Confirm an identity provider; only for admins who didn’t propose or change it',
    freshProof: true,
    body: providerBody,
    reply: providerReply,
    failure: 'Couldn’t confirm the identity provider. Try again.',
  }),
  end: endpoint({
    ...ofProvider,
    id: 'endIdentityProvider',
    method: 'POST',
    path: '/identity-providers/:id/end',
    summary: 'Deactivate an identity provider; users can no longer sign in through it',
    body: providerBody,
    reply: providerReply,
    failure: 'Couldn’t deactivate the identity provider. Try again.',
  }),
  test: endpoint({
    ...ofProvider,
    id: 'testIdentityProvider',
    method: 'POST',
    path: '/identity-providers/:id/test',
    summary: 'Test whether an identity provider responds and accepts the client secret',
    reply: providerTest,
    failure: 'Couldn’t test the identity provider. Try again.',
  }),
  forget: endpoint({
    ...ofProvider,
    id: 'forgetIdentity',
    method: 'POST',
    path: '/identity-providers/:id/forget',
    summary: 'Unlink a user from an identity provider account; the next sign-in finds the user by email address',
    body: forgetPersonBody,
    reply: z.object({ user_id: z.int() }),
    failure: 'Couldn’t unlink the account. Try again.',
  }),
  find: endpoint({
    id: 'findIdentityProvider',
    method: 'GET',
    path: '/auth/identity-providers',
    summary: 'The identity provider for an email domain; without a domain, the installation’s only provider, if any',
    policy: 'public',
    query: domainQuery,
    reply: z.array(z.object({ id: z.int(), name: z.string() })),
    status: 200,
    failure: 'Couldn’t find the identity provider. Try again.',
  }),
  begin: endpoint({
    id: 'beginSignIn',
    method: 'POST',
    path: '/auth/identity-providers/:id/begin',
    summary: 'Begin a sign-in through an identity provider; the response contains the URL for the browser to open',
    policy: 'public',
    params: idParams,
    refusals: [403, 503],
    body: beginSignInBody,
    reply: z.object({ url: z.string() }),
    status: 200,
    failure: 'Couldn’t start the sign-in. Try again.',
  }),
  backChannelLogout: endpoint({
    id: 'receiveBackChannelLogout',
    method: 'POST',
    path: '/auth/identity-providers/:id/back-channel-logout',
    summary: 'For identity providers: report that a user has logged out (OpenID Connect Back-Channel Logout 1.0)',
    policy: 'public',
    params: idParams,
    takes: 'fields',
    body: logoutBody,
    reply: z.null(),
    status: 200,
    failure: 'Couldn’t log out. Try again.',
  }),
  finish: endpoint({
    id: 'finishSignIn',
    method: 'POST',
    path: '/auth/identity-providers/finish',
    summary: 'Finish a sign-in with the identity provider’s response, in the browser that started the sign-in',
    policy: 'public',
    refusals: [401, 403, 409, 423, 503],
    body: finishSignInBody,
    reply: sessionUser,
    status: 200,
    failure: 'Couldn’t sign in. Try again.',
  }),
}
