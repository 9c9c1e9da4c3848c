import type { ExamplesOf } from '../../api/endpoint.ts'
import type { importEndpoints } from './endpoints.ts'
import { accountImportSample, payeeImportSample, peopleImportSample } from './fields.ts'

const payees = { dealer_group_id: 1, csv: payeeImportSample }
const accounts = { dealer_group_id: 1, csv: accountImportSample }
const people = { dealer_group_id: 1, csv: peopleImportSample }

/** An example of each import call. */
export const importExamples: ExamplesOf<typeof importEndpoints> = {
  previewPayees: {
    body: payees,
    reply: {
      rows: [
        {
          line: 2,
          name: 'Harbor Paint Supply',
          payee_type: 'business',
          payee_sub_type: 'vendor',
          address: '1200 Dock Street\nAstoria, OR 97103',
          purpose_name: 'Parts',
        },
      ],
      problems: [{ line: 4, message: '“Renée Dubois” is already on the list as “Renée Dubois”. Leave this line out.' }],
    },
  },
  payees: { body: payees, reply: { added: 2 } },
  previewAccounts: {
    body: accounts,
    reply: {
      rows: [{ line: 2, number: '2310', name: 'Vehicle payoffs', is_active: true, becomes: 'added' }],
      problems: [],
    },
  },
  accounts: { body: accounts, reply: { added: 3, changed: 0 } },
  previewPeople: {
    body: people,
    reply: {
      rows: [
        {
          line: 2,
          name: 'Dana Whitfield',
          email: 'dana@example.com',
          role_names: ['Requester'],
          place_names: ['Lakeside Toyota / Service'],
          approval_titles: [],
        },
      ],
      problems: [],
      are_mailed: true,
    },
  },
  people: {
    body: people,
    reply: {
      added: 1,
      people: [{ id: 127, name: 'Dana Whitfield', email: 'dana@example.com', password: 'kelp-9rwm-t4hz-pd7c' }],
    },
  },
}
