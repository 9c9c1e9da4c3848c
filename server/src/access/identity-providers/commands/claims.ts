import type { NamedClaims } from '@check-requests/domain/access/identity-providers/new-people.ts'

/** What a provider says about a person. */
export interface Claims extends NamedClaims {
  readonly sub: string
}
