import type { PDFDocument } from '@cantoo/pdf-lib'
import { creditNote, estimate, plainLetter, refundForm, statementOfAccount, taxForm } from './papers.ts'
import { payoffForm, payoffProse, payoffTable, registrationFees } from './payoffs.ts'
import type { Other } from './sheet.ts'
import { euros, factored, pounds, utility } from './special-invoices.ts'

/** Documents other than plain invoices. */
export const others: readonly ((pdf: PDFDocument) => Promise<Other>)[] = [
  payoffTable,
  payoffProse,
  payoffForm,
  statementOfAccount,
  creditNote,
  estimate,
  registrationFees,
  refundForm,
  taxForm,
  euros,
  pounds,
  utility,
  factored,
  plainLetter,
]
