#!/usr/bin/env perl
# A player in Perl that needs nothing but Perl: it follows rank with rank if it can, and else plays what it has most of.
#
#     hockey-cards simulate breakaway --players "greedy,cmd:perl follower.pl"

use strict;
use warnings;
use JSON::PP;

my $json = JSON::PP->new->utf8->canonical;
$| = 1;    # an answer that lies in a buffer is no answer

while (my $line = <STDIN>) {
    my $asked = $json->decode($line);
    if ($asked->{type} eq 'hello') {
        answer($asked, type => 'ready', name => 'follower', version => '1.0');
    }
    elsif ($asked->{type} eq 'view') {
        answer($asked, type => 'move', move => choice($asked->{view}));
    }    # nothing is to be said to a bye
}

# Answer a message: what is said must carry its number.
sub answer {
    my ($asked, %said) = @_;
    print $json->encode({ n => $asked->{n}, %said }), "\n";
}

# Return a legal move. Views differ from family to family; every one has the legal moves, in a fixed order.
sub choice {
    my ($view) = @_;
    my @legal = @{ $view->{legal} };
    return $legal[0] if $view->{family} ne 'pile';

    # Cards are two characters, the rank first; the pile lists its cards from the bottom.
    my $top = substr($view->{pile}, -2, 1);
    my @follows = grep { substr($_, 0, 1) eq $top } @legal;
    return $follows[0] if @follows;

    my %held;
    $held{ substr($_, 0, 1) }++ for @legal;
    my @order = sort { $held{ substr($b, 0, 1) } <=> $held{ substr($a, 0, 1) } || $a cmp $b } @legal;
    return $order[0];
}
