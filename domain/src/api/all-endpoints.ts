import { auditEndpoints } from '../audit/endpoints.ts'
import { auditExamples } from '../audit/examples.ts'
import { checkRequestEndpoints } from '../check-requests/endpoints.ts'
import { checkRequestExamples } from '../check-requests/examples.ts'
import { confirmationEndpoints } from '../confirmations/endpoints.ts'
import { confirmationExamples } from '../confirmations/examples.ts'
import { draftEndpoints } from '../drafts/endpoints.ts'
import { draftExamples } from '../drafts/examples.ts'
import { organisationEndpoints } from '../organisation/endpoints.ts'
import { organisationExamples } from '../organisation/examples.ts'
import { sessionEndpoints } from '../sessions/endpoints.ts'
import { sessionExamples } from '../sessions/examples.ts'
import { suggestionEndpoints } from '../suggestions/endpoints.ts'
import { suggestionExamples } from '../suggestions/examples.ts'
import { userEndpoints } from '../users/endpoints.ts'
import { userExamples } from '../users/examples.ts'
import { viewEndpoints } from '../views/endpoints.ts'
import { viewExamples } from '../views/examples.ts'
import type { Endpoint } from './endpoint.ts'
import type { Example, ExamplesOf } from './example.ts'

/** The calls of one feature, with an example of each. */
export interface ApiFeature {
  readonly name: string
  readonly description: string
  readonly calls: readonly { readonly row: Endpoint; readonly example: Example }[]
}

function feature<Table extends Readonly<Record<string, Endpoint>>>(
  name: string,
  description: string,
  table: Table,
  examples: ExamplesOf<Table> & Readonly<Record<string, Example>>,
): ApiFeature {
  const calls = Object.entries(table).map(([key, row]) => ({ row, example: examples[key] as Example }))
  return { name, description, calls }
}

/** Every call of the API by feature, for the page that documents it. */
export const apiFeatures: readonly ApiFeature[] = [
  feature('Sessions', 'Log in and out, switch roles', sessionEndpoints, sessionExamples),
  feature('Users', 'Accounts, roles and access levels', userEndpoints, userExamples),
  feature(
    'Confirmations',
    'Changes of accounts that wait for a second person',
    confirmationEndpoints,
    confirmationExamples,
  ),
  feature(
    'Organization',
    'Dealer groups, dealerships, departments and lists of choices',
    organisationEndpoints,
    organisationExamples,
  ),
  feature('Check requests', 'Requests and their life cycle', checkRequestEndpoints, checkRequestExamples),
  feature('Suggestions', 'What earlier requests say about the next', suggestionEndpoints, suggestionExamples),
  feature('Drafts', 'Forms that are not finished', draftEndpoints, draftExamples),
  feature('Views', 'Columns of lists, and views saved under a name', viewEndpoints, viewExamples),
  feature('Audit', 'Who did what, and whether the trail is intact', auditEndpoints, auditExamples),
]

/** Every call of the API, for the tests that check it against its rows. */
export const allEndpoints: readonly Endpoint[] = apiFeatures.flatMap(({ calls }) => calls.map(({ row }) => row))
