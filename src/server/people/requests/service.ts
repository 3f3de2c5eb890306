export { membershipPages, needsTexts, takesApplications } from './offer.ts';
