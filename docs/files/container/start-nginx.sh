# Starts nginx in its container from the files of the nginx guide, with the agents of compose.yaml.
set -eu
sed -e 's/127\.0\.0\.1:4020/agent-1:4020/' -e 's/127\.0\.0\.1:4021 down/agent-2:4020/' \
    /schoolbell/nginx/schoolbell-cache.conf > /etc/nginx/conf.d/schoolbell-cache.conf
cp /schoolbell/nginx/schoolbell.conf /etc/nginx/conf.d/schoolbell.inc
cp /schoolbell/site.conf /etc/nginx/conf.d/site.conf
exec nginx -g 'daemon off;'
