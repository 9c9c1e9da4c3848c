/** The states of an identity provider: waiting for a second admin, in use, ended. */
export const providerStates = ['proposed', 'active', 'ended'] as const
export type ProviderState = (typeof providerStates)[number]

/**
 * Why this person cannot confirm an identity provider; undefined when they can. Whoever runs a provider can sign in as
 * anybody of its domains, so that nobody puts one in use alone (decision 116).
 */
export function refusalToConfirm(
  userId: number,
  proposed: { readonly byId: number; readonly byName: string },
): string | undefined {
  return userId === proposed.byId ? `${proposed.byName} asked for it, so another admin has to confirm it.` : undefined
}

/** The domain of an email address, in lower-case letters; undefined where it is not whole yet. */
export function domainOf(email: string): string | undefined {
  return /^[^\s@]+@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/.exec(email.trim().toLowerCase())?.[1]
}
