/** The tokens for file requests: the user's bearer token and the application's token. */
export { bearerToken, forgetBearerToken } from '#web/accounts/tokens/bearer.ts';
export { appToken, forgetAppToken } from '#web/files/parts/appToken.ts';
