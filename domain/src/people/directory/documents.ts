import { mostScimResources, urns } from './scim.ts'

const schemaOfSchemas = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

/** What the server can do for directories (RFC 7643, section 5). */
const config = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostScimResources },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Access token',
      description: 'The access token of a program that manages users',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig' },
}

/** The kinds of resources (RFC 7643, section 6). */
const resourceTypes = (
  [
    { name: 'User', endpoint: '/Users', schema: urns.user },
    { name: 'Group', endpoint: '/Groups', schema: urns.group },
  ] as const
).map(({ name, endpoint, schema }) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint,
  schema,
  meta: { resourceType: 'ResourceType' },
}))

interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'complex'
  readonly multiValued?: true
  readonly required?: true
  readonly mutability?: 'readOnly' | 'immutable'
  readonly uniqueness?: 'server'
  readonly subAttributes?: readonly Attribute[]
}

const value: Attribute = { name: 'value', type: 'string' }

const attributes: Readonly<Record<'User' | 'Group', readonly Attribute[]>> = {
  User: [
    { name: 'userName', type: 'string', required: true, mutability: 'immutable', uniqueness: 'server' },
    {
      name: 'name',
      type: 'complex',
      subAttributes: [
        { name: 'givenName', type: 'string' },
        { name: 'familyName', type: 'string' },
        { name: 'formatted', type: 'string' },
      ],
    },
    { name: 'displayName', type: 'string' },
    { name: 'title', type: 'string' },
    { name: 'active', type: 'boolean' },
    {
      name: 'emails',
      type: 'complex',
      multiValued: true,
      mutability: 'immutable',
      subAttributes: [value, { name: 'type', type: 'string' }, { name: 'primary', type: 'boolean' }],
    },
    { name: 'groups', type: 'complex', multiValued: true, mutability: 'readOnly', subAttributes: [value] },
  ],
  Group: [
    { name: 'displayName', type: 'string', required: true, mutability: 'readOnly', uniqueness: 'server' },
    { name: 'members', type: 'complex', multiValued: true, subAttributes: [value] },
  ],
}

function described({ subAttributes, ...attribute }: Attribute): object {
  const defaults = { multiValued: false, required: false, caseExact: false, returned: 'default', uniqueness: 'none' }
  const mutability = 'readWrite'
  return Object.assign(
    { ...defaults, mutability },
    attribute,
    subAttributes && { subAttributes: subAttributes.map(described) },
  )
}

/** The attributes of each kind of resource (RFC 7643, section 7). */
const schemas = (['User', 'Group'] as const).map((name) => {
  const id = name === 'User' ? urns.user : urns.group
  return {
    schemas: [schemaOfSchemas],
    id,
    name,
    attributes: attributes[name].map(described),
    meta: { resourceType: 'Schema' },
  }
})

/** The documents in which the server describes itself to directories. */
export const descriptions = { config, resourceTypes, schemas }
