/** Whether this browser has passkeys: not on plain HTTP, for example. */
export const hasPasskeys = typeof PublicKeyCredential === 'function'
