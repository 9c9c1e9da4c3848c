import { auditEndpoints } from '../audit/endpoints.ts'
import { checkRequestEndpoints } from '../check-requests/endpoints.ts'
import { draftEndpoints } from '../drafts/endpoints.ts'
import { organisationEndpoints } from '../organisation/endpoints.ts'
import { sessionEndpoints } from '../sessions/endpoints.ts'
import { userEndpoints } from '../users/endpoints.ts'
import type { Endpoint } from './endpoint.ts'

/** Every call of the API, for the page that documents it and the tests that hold it to its rows. */
export const allEndpoints: readonly Endpoint[] = [
  ...Object.values(sessionEndpoints),
  ...Object.values(userEndpoints),
  ...Object.values(organisationEndpoints),
  ...Object.values(checkRequestEndpoints),
  ...Object.values(draftEndpoints),
  ...Object.values(auditEndpoints),
]
