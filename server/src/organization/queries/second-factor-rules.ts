import type { FactorRules, ProofRule } from '@check-requests/domain/access/second-factor/rules.ts'
import type { Selectable } from 'kysely'
import type { DealerGroupTable } from '../tables.ts'

type Stored = Pick<Selectable<DealerGroupTable>, 'second_factor_roles' | 'second_factor_from' | 'approve_above_cents'>

/** Of whom a dealer group demands a second factor, as it is stored, and of which approvals a fresh proof. */
export function factorRulesOf(row: Stored): FactorRules & ProofRule {
  return {
    roleIds: [...row.second_factor_roles].map(Number),
    from: row.second_factor_from,
    approveAbove: row.approve_above_cents,
  }
}
