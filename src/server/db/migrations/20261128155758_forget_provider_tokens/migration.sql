-- compatible: no program reads what a provider gave out at a sign-in
update auth_account set access_token = null, refresh_token = null, id_token = null, access_token_expires_at = null,
  refresh_token_expires_at = null where access_token is not null or refresh_token is not null or id_token is not null;
