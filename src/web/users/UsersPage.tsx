export { Page } from '#web/app/ComingPage.tsx';
