#!/bin/sh
# Runs once, in the new database server of compose.yaml: the owner of the tables and the product's own user, neither of them a superuser.
set -e
psql -v ON_ERROR_STOP=1 -U "${POSTGRES_USER:-postgres}" -d postgres -v owner="$OWNER_PASSWORD" -v app="$DATABASE_PASSWORD" <<'SQL'
create role portal_owner login password :'owner';
create role portal_app login password :'app';
create database portal owner portal_owner encoding 'UTF8' locale_provider icu icu_locale 'de' template template0;
SQL
