# The agents under /school/, cached by Varnish 7.
#
#   cp schoolbell.vcl /etc/varnish/
#   # in /etc/varnish/default.vcl, behind its own `backend default`:   include "/etc/varnish/schoolbell.vcl";

import std;
import directors;

# An agent is used when it can serve.
probe schoolbell_ready {
    .url = "/readyz";
    .interval = 2s;
    .timeout = 1s;
    .window = 3;
    .threshold = 2;
    .initial = 1;
}
backend schoolbell_first {
    .host = "127.0.0.1";
    .port = "4020";
    .probe = schoolbell_ready;
}
backend schoolbell_second {
    .host = "127.0.0.1";
    .port = "4021";
    .probe = schoolbell_ready;
}

sub vcl_init {
    # The second one while the first is away. For agents that share a database: directors.round_robin().
    new schoolbell_agents = directors.fallback();
    schoolbell_agents.add_backend(schoolbell_first);
    schoolbell_agents.add_backend(schoolbell_second);
}

sub vcl_recv {
    if (req.url ~ "^/school/") {
        set req.backend_hint = schoolbell_agents.backend();
        # The first one has failed, and the probe has not noticed yet.
        if (req.restarts > 0) {
            set req.backend_hint = schoolbell_second;
        }
        # The rest is only for operators. This lists what is public, because Varnish does not decode paths: /school/%6Detrics.
        if (req.url !~ "^/school/((v1|cms|feeds|media|widget)/|(openapi\.json|livez)?(\?|$))") {
            return (synth(404));
        }
        # The agent must not get the website's sessions, and one response serves all.
        unset req.http.Cookie;
        unset req.http.Authorization;
        unset req.http.Origin;
        # Changes are forwarded at once. Media may be large, and browsers keep them.
        if (req.url ~ "^/school/(v1/changes|media/)") {
            return (pass);
        }
        # While an agent answers, as its stale-while-revalidate says; while none does, as its stale-if-error says.
        if (req.restarts == 0 && std.healthy(req.backend_hint)) {
            set req.grace = 60s;
        }
        if (req.method == "GET" || req.method == "HEAD") {
            return (hash);
        }
    }
}

sub vcl_backend_fetch {
    if (bereq.url ~ "^/school/v1/changes") {
        # A stream sends a comment every 15 s, a call waits for 30 s at most.
        set bereq.first_byte_timeout = 33s;
    } elsif (bereq.url ~ "^/school/" && bereq.url !~ "^/school/media/") {
        set bereq.first_byte_timeout = 3s;
    }
}

sub vcl_backend_response {
    if (bereq.url ~ "^/school/") {
        if (beresp.status >= 500) {
            # An agent without a copy: what Varnish has stays.
            set beresp.uncacheable = true;
            set beresp.ttl = 0s;
            return (deliver);
        }
        set beresp.grace = std.duration(regsub(beresp.http.Cache-Control, "^.*stale-if-error=(\d+).*$", "\1s"), 60s);
    }
}

sub vcl_deliver {
    # The agent failed just now: what Varnish has, or the second one.
    if (req.url ~ "^/school/" && resp.status >= 500 && req.restarts == 0) {
        return (restart);
    }
}
