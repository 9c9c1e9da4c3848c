import type { ExamplesOf } from '../../api/endpoint.ts'
import { sessionExamples } from '../sessions/examples.ts'
import type { proofEndpoints, secondFactorEndpoints } from './endpoints.ts'
import type { OwnSecondFactor, PasskeyReply, RequestOptions } from './fields.ts'

const challenge = 'b1cG0f6Yk0n3q2Xw0mJx7gGZ5m0ExY3qZ1o6Rk1nV0tYc2hHcnVu'
const credentialId = 'kq0hJ3mXw2Yt5cVbR8nKfA'
const { reply: user } = sessionExamples.login

const assertion = {
  id: credentialId,
  rawId: credentialId,
  type: 'public-key' as const,
  clientExtensionResults: {},
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
    signature: 'MEUCIQDYXBOpCWSWq2Ll4558GJKD2RoWg958lvJSB_GdeokxogIg',
    userHandle: 'Qm9iIGlzIG5vdCBoaXMgbmFtZQ',
  },
}

const requestOptions = {
  rpId: 'checks.lakeside.example',
  challenge,
  timeout: 300_000,
  allowCredentials: [{ id: credentialId, type: 'public-key', transports: ['internal'] }],
  userVerification: 'required',
} satisfies RequestOptions

const passkey = {
  id: 12,
  name: 'My phone',
  added_at: '2026-11-22T14:03:11.000Z',
  last_used_at: '2026-11-24T08:15:40.000Z',
  synced: true,
} satisfies PasskeyReply

const own = {
  passkeys: [passkey],
  codes: { added_at: '2026-11-23T09:00:00.000Z' },
  recovery_codes_left: 9,
  proved_until: null,
} satisfies OwnSecondFactor

const recovery_codes = ['7h2k-9m4x-c0qv-rt5w', 'e8yd-31zn-b6fp-gk0s']

/** Examples of the calls by which users prove their identity. */
export const proofExamples: ExamplesOf<typeof proofEndpoints> = {
  passkeyOptions: { reply: { ...requestOptions, allowCredentials: [] } },
  signInWithPasskey: { body: { response: assertion }, reply: user },
  secondStepOptions: {
    body: { pending_token: 'p1.41.1795526400000..vJmQe0nq3l1o4zq2mHhX5s6Jm8b0QkGkS0mVYw1cVv7' },
    reply: requestOptions,
  },
  finishSignIn: {
    body: {
      pending_token: 'p1.41.1795526400000..vJmQe0nq3l1o4zq2mHhX5s6Jm8b0QkGkS0mVYw1cVv7',
      proof: { way: 'code', code: '294 108' },
    },
    reply: user,
  },
  proofOptions: { reply: requestOptions },
  prove: { body: { way: 'code', code: '294108' }, reply: { proved_until: '2026-11-24T16:50:02.000Z' } },
}

/** Examples of the calls by which users manage their second factor. */
export const secondFactorExamples: ExamplesOf<typeof secondFactorEndpoints> = {
  read: { reply: own },
  passkeyCreationOptions: {
    reply: {
      rp: { id: 'checks.lakeside.example', name: 'Check requests' },
      user: { id: 'Qm9iIGlzIG5vdCBoaXMgbmFtZQ', name: 'approver@lakeside.example', displayName: 'Alma Reyes' },
      challenge,
      pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  },
  addPasskey: {
    body: {
      name: 'My phone',
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
          attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5YgOjGh0',
          transports: ['internal'],
        },
      },
    },
    reply: { passkey: { ...passkey, last_used_at: null }, recovery_codes },
  },
  renamePasskey: { body: { name: 'Old phone' }, reply: { ...passkey, name: 'Old phone' } },
  removePasskey: { reply: { ...own, passkeys: [] } },
  beginCodes: {
    reply: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      otpauth_url:
        'otpauth://totp/Check%20requests:approver%40lakeside.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Check%20requests&algorithm=SHA1&digits=6&period=30',
    },
  },
  confirmCodes: { body: { code: '294 108' }, reply: { recovery_codes: null } },
  removeCodes: { reply: { ...own, codes: null } },
  renewRecoveryCodes: { reply: { recovery_codes } },
  takeBack: {
    body: { link: '41-GkS0mVYw1cVv7vJmQe0nq3l1o4zq2mHhX5s6Jm8b0Qk' },
    reply: { email: 'approver@lakeside.example' },
  },
}
