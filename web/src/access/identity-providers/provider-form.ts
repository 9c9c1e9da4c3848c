import { createProviderBody, type ProviderReply } from '@check-requests/domain/access/identity-providers/fields.ts'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { type TypedPeople, typedPeople, typedPeopleField } from '#access/identity-providers/typed-people.ts'

const { dealer_group_id, name, issuer, client_id, client_secret, domains } = createProviderBody.shape

interface TypedProvider {
  dealer_group_id: number
  name: string
  issuer: string
  client_id: string
  client_secret: string
  domains: string
  trusts_email: boolean
  new_people: TypedPeople
}

const typed = {
  dealer_group_id,
  name,
  issuer,
  client_id,
  domains: z.string().transform(partsOf).pipe(domains),
  trusts_email: z.boolean(),
  new_people: typedPeopleField,
}
const newOne = z.object({ ...typed, client_secret })
const storedOne = z.object({ ...typed, client_secret: z.string() })

export type ProviderForm = UseFormReturn<TypedProvider, unknown, z.output<typeof storedOne>>

/** Client-side validation. If no secret is entered for a stored provider, its secret stays unchanged. */
export function schemaFor(subject: ProviderReply | null) {
  return subject ? storedOne : newOne
}

export function typedProvider(subject: ProviderReply | null, groupId: number | undefined): TypedProvider {
  return {
    dealer_group_id: subject?.dealer_group_id ?? groupId ?? 0,
    name: subject?.name ?? '',
    issuer: subject?.issuer ?? '',
    client_id: subject?.client_id ?? '',
    client_secret: '',
    domains: subject?.domains.join(', ') ?? '',
    trusts_email: subject?.trusts_email ?? false,
    new_people: typedPeople(subject?.new_people ?? null),
  }
}

function partsOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean)
}
