/** The states of an identity provider: proposed (pending a second admin), in use, and ended. */
export const providerStates = ['proposed', 'active', 'ended'] as const
export type ProviderState = (typeof providerStates)[number]

/**
 * Why this user can't confirm an identity provider; undefined when they can. The operator of a provider can sign in as
 * any user of the provider's domains, so no admin can activate one alone (decision 116).
 */
export function refusalToConfirm(userId: number, proposed: { readonly byId: number }): string | undefined {
  return userId === proposed.byId ? 'You requested this change, so another admin has to confirm it.' : undefined
}

/** The domain of an email address, in lowercase; undefined while the address is incomplete. */
export function domainOf(email: string): string | undefined {
  return /^[^\s@]+@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/.exec(email.trim().toLowerCase())?.[1]
}
