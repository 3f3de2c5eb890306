/** By what right files are asked for: that of the signed-in user and that of the application. */
export { bearerToken, forgetBearerToken } from '#web/accounts/tokens/bearer.ts';
export { appToken, forgetAppToken } from '#web/files/parts/appToken.ts';
